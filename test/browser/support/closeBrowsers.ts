import { afterAll } from 'vitest';
import { closeBrowsers } from './openPage';

/** vitest runs this for each test file. openPage itself is loaded once by each worker. */
afterAll(closeBrowsers);
