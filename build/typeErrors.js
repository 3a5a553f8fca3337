import ts from 'typescript';

/** The programs whose errors have been reported. A program is a tsconfig.json with all files that it leads to. */
const reported = new WeakSet();

const root = ts.sys.getCurrentDirectory();
const host = { getCanonicalFileName: (name) => name, getCurrentDirectory: () => root, getNewLine: () => '\n' };

/** Files whose packages need not be installed. `npm run test:site` checks their types. */
const checkedElsewhere = /[\\/](docs[\\/]\.vitepress|test[\\/]site)[\\/]/;

/**
 * An ESLint rule that reports what `tsc --noEmit` would, with the first file of each program. The rules that need types
 * check most of a program anyway: a process of tsc beside them would read and check all of it again.
 */
export const typeErrors = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program(node) {
      const { program } = context.sourceCode.parserServices;
      if (!program && /\.[mc]?tsx?$/.test(context.filename) && !checkedElsewhere.test(context.filename)) {
        context.report({ node, message: 'no tsconfig.json includes this file, so its types are not checked' });
      }
      if (!program || reported.has(program)) return;
      reported.add(program);
      for (const diagnostic of ts.getPreEmitDiagnostics(program)) {
        context.report({ node, message: ts.formatDiagnostic(diagnostic, host).trim() });
      }
    },
  }),
};
