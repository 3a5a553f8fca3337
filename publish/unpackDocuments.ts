import { restoreDocuments } from './restoreDocuments';

/** npm runs this after it has packed. */
restoreDocuments();
