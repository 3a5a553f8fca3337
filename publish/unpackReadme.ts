import { restoreReadme } from './restoreReadme';

/** npm runs this after it has packed. */
restoreReadme();
