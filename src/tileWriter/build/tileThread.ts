import { exposeTasks } from '../../threads/channel';
import { tileTasks } from './tileTasks';

/** The script of the threads that build the tiles of a file: see {@link tileTasks}. */

exposeTasks(tileTasks());
