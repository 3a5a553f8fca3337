import { exposeTasks } from '../../threads/channel';
import { rowTasks } from './rowTasks';

/** The script of the threads that answer the rows of a file: see {@link rowTasks}. */

exposeTasks(rowTasks());
