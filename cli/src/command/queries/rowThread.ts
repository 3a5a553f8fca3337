import { serveTasks } from 'slabtree/workers';
import { rowTasks } from './rowTasks';

/** The script of the threads that answer the rows of a file: see {@link rowTasks}. */

serveTasks(rowTasks);
