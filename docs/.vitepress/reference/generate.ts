import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Application, ConsoleLogger, type Context, Converter, LogLevel } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { entryNames, sourceOf } from '../../../entries';
import { projectAddress } from '../../../publish/projectAddress';
import { root } from '../pages';
import { groupNames, nameModules } from './groupNames';
import { GROUPS } from './groups';
import { linkToCore } from './linkToCore';
import { moveToGroups } from './moveToGroups';
import { removeOverrides } from './removeOverrides';

const host = projectAddress(root);
const out = join(root, 'docs/reference');

/** Notes whether there were warnings: about links that lead nowhere, and about types that are used and not exported. */
class Logger extends ConsoleLogger {
  hasWarned = false;

  override log(message: string, level: Exclude<LogLevel, LogLevel.None>): void {
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
  indexFormat: 'table',
  useCodeBlocks: true,
  entryFileName: 'index',
  // The defaults are constants of the code. The docstrings tell what they mean.
  tableColumnSettings: { hideDefaults: true },
};

const app = await Application.bootstrapWithPlugins({
  ...markdown,
  plugin: ['typedoc-plugin-markdown'],
  name: 'Reference',
  out,
  entryPoints: entryNames.map((name) => join(root, sourceOf(name))),
  tsconfig: join(root, 'build/tsconfig.types.json'),
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
  sortEntryPoints: false,
  disableSources: host === null,
  ...(host === null ? {} : { disableGit: true, sourceLinkTemplate: `${host.browseFile('')}{path}#L{line}` }),
});
const logger = new Logger();
app.logger = logger;
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, (context: Context) => {
  removeOverrides(context);
  nameModules(context.project);
  groupNames(context.project);
  linkToCore(context.project);
});
const project = await app.convert();
if (project === undefined) throw new Error('TypeDoc found errors');
app.validate(project);
moveToGroups(project);
rmSync(out, { recursive: true, force: true });
await app.generateOutputs(project);
if (logger.hasWarned) process.exitCode = 1;
