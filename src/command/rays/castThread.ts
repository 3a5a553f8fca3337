import { exposeTasks } from '../../threads/channel';
import { castTasks } from './castTasks';

/** The script of the threads that read rays, cast them and write the answers: see {@link castTasks}. */

exposeTasks(castTasks());
