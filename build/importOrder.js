import { dirname, join, relative } from 'node:path/posix';

/**
 * Returns why a file may not import something, or null if it may. Packages of others are not judged.
 *
 * `folders` has an entry for each folder of a package's `src`, and for each file beside them:
 * - `imports`: what it may import from the others: a folder (`bvh`), a part of one (`bvh/layout`), or a name of the package
 *   (`slabtree/tiles`);
 * - `types`: the same, for imports of types alone;
 * - `rooms`: its own folders in order. Each may import only from those before it. Files beside them come last, except for
 *   those that are named here.
 *
 * `file` is a path in `root`, the `src` of a package. `imported` is a path or a name, as in the code.
 */
export function importFault(root, folders, file, imported, typesOnly) {
  const isPath = imported.startsWith('.');
  if (!isPath && !/^slabtree(-cli)?(\/|$)/.test(imported)) return null;
  const [folder, room] = parts(file);
  if (!Object.hasOwn(folders, folder))
    return `${root}/${folder} is missing in the table of ${root} in eslint.config.js.`;
  const { imports, types = [], rooms = [] } = folders[folder];
  const target = isPath ? join(dirname(file), imported).replace(/\.js$/, '') : imported;
  const [otherFolder, otherRoom] = parts(target);

  if (isPath && otherFolder === folder) {
    const [place, other] = [room, otherRoom].map((name) => (rooms.includes(name) ? rooms.indexOf(name) : rooms.length));
    if (other <= place) return null;
    return `In ${root}/${folder}, imports point one way: ${[...rooms, 'the files beside them'].join(' <- ')}.`;
  }
  const allowed = typesOnly ? [...imports, ...types] : imports;
  if (allowed.some((name) => target === name || (isPath && target.startsWith(`${name}/`)))) return null;
  return `${root}/${folder} may import ${allowed.join(', ') || 'no other folder'}: see its table in eslint.config.js.`;
}

/** The first two parts of a path in `src`, without the ending of a file. */
function parts(path) {
  const [folder, room = 'index'] = path.replace(/\.[jt]sx?$/, '').split('/');
  return [folder, room];
}

/** An ESLint rule that reports imports against the order of the folders in `root`, the option. */
export const importOrder = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { root: { type: 'string' }, folders: { type: 'object' } } }],
  },
  create(context) {
    const [{ root, folders }] = context.options;
    const file = relative(join(context.cwd, root), context.filename.replaceAll('\\', '/'));
    const check = (source, typesOnly) => {
      if (typeof source?.value !== 'string') return;
      const message = importFault(root, folders, file, source.value, typesOnly);
      if (message !== null) context.report({ node: source, message });
    };
    return {
      ImportDeclaration: (node) => check(node.source, node.importKind === 'type'),
      ExportNamedDeclaration: (node) => check(node.source, node.exportKind === 'type'),
      ExportAllDeclaration: (node) => check(node.source, node.exportKind === 'type'),
      ImportExpression: (node) => check(node.source, false),
      TSImportType: (node) => check(node.source ?? node.argument, true),
    };
  },
};
