import { serveTasks } from 'slabtree/workers';
import { castTasks } from './castTasks';

/** The script of the threads that read rays, cast them and write the answers: see {@link castTasks}. */

serveTasks(castTasks);
