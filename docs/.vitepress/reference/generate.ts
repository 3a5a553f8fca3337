import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Application, ConsoleLogger, Converter, LogLevel } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { projectAddress } from '../../../publish/projectAddress';
import { root } from '../pages';
import { ENTRY_POINTS } from './entryPoints';
import { groupNames, nameModules } from './groupNames';
import { GROUPS } from './groups';
import { linkToCore } from './linkToCore';
import { moveToGroups } from './pagesOfGroups';

const host = projectAddress(root);
const out = join(root, 'docs/reference');

/** Notes whether there were warnings: about links that lead nowhere, and about types that are used and not exported. */
class Logger extends ConsoleLogger {
  hasWarned = false;

  override log(message: string, level: LogLevel): void {
    // The docstrings of other packages are not part of the reference.
    if (message.includes('/node_modules/')) return;
    if (level >= LogLevel.Warn) this.hasWarned = true;
    super.log(message, level);
  }
}

const markdown: PluginOptions = {
  hideBreadcrumbs: true,
  hidePageHeader: true,
  membersWithOwnFile: ['Class'],
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  useCodeBlocks: true,
};

const app = await Application.bootstrapWithPlugins({
  ...markdown,
  plugin: ['typedoc-plugin-markdown'],
  name: 'Reference',
  out,
  entryPoints: Object.values(ENTRY_POINTS).map((source) => join(root, source)),
  tsconfig: join(root, 'tsconfig.types.json'),
  basePath: root,
  readme: 'none',
  suppressCommentWarningsInDeclarationFiles: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  categorizeByGroup: false,
  categoryOrder: Object.keys(GROUPS),
  sort: ['source-order'],
  // Members of the classes of other packages: all members of the package's own have docstrings.
  excludeNotDocumented: true,
  excludeNotDocumentedKinds: ['Method', 'Constructor'],
  disableSources: host === null,
  ...(host === null ? {} : { disableGit: true, sourceLinkTemplate: `${host.browseFile('')}{path}#L{line}` }),
});
const logger = new Logger();
app.logger = logger;
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
  nameModules(project);
  groupNames(project);
  linkToCore(project);
});
const project = await app.convert();
if (project === undefined) throw new Error('TypeDoc found errors');
app.validate(project);
moveToGroups(project);
rmSync(out, { recursive: true, force: true });
await app.generateOutputs(project);
if (logger.hasWarned) process.exitCode = 1;
