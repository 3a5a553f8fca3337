import { restoreReadme } from './restoreReadme';

/** Run by npm once it has packed. */
restoreReadme();
