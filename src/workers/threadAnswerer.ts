import type { BoxScene } from 'slabtree';
import { INTERNALS } from '../scene/internals';
import type { Column } from '../scene/threads/batchQueries';
import { Pace } from '../scene/threads/pace';
import type { WorkerTasks } from '../scene/threads/workerTasks';
import type { Thread } from '../threads/thread';
import type { Answerer } from './answerer';
import type { Call, Run } from './call';
import { endThread } from './endThread';

/** The most rays or points in a run: as many as the kernel puts in order at once. */
const LONGEST_RUN = 65_536;
/** The fewest rays or points in a run, except the last. Fewer would be answered in less time than it takes to send them. */
const SHORTEST_RUN = 256;
/** Runs per thread in a call. Several, as some runs take longer than others, and threads should finish together. */
const RUNS_A_THREAD = 4;
/** The most runs that a thread has: the one that it answers, and the next, for which it then need not wait. */
const AHEAD = 2;

/** The most states of the scene that calls are answered from at once. Each is a copy of the scene. */
const MOST_VERSIONS = 16;

const ALL_ENDED = 'all threads of the pool have ended: create a new one';

/** A thread of a pool, and how many runs it has. */
interface PoolThread {
  readonly thread: Thread<WorkerTasks>;
  runs: number;
}

/** A call that is under way in threads. */
interface ThreadedCall {
  readonly call: Call;
  /** The version of the scene that answers it. It is held as long as a thread reads it. */
  readonly version: number;
  isHeld: boolean;
  readonly runLength: number;
  /** The number of runs that threads have and have not answered. */
  runs: number;
}

/** Answers calls in threads that are attached to a scene. A call is cut into runs, and any thread may answer any run. */
export class ThreadAnswerer implements Answerer {
  readonly #scene: BoxScene;
  readonly #threads: PoolThread[];
  /** Calls that have runs left to hand out. They take turns. */
  readonly #waiting: ThreadedCall[] = [];
  /** How many calls hold each version of the scene. */
  readonly #holders = new Map<number, number>();

  constructor(scene: BoxScene, threads: readonly Thread<WorkerTasks>[]) {
    this.#scene = scene;
    this.#threads = threads.map((thread) => ({ thread, runs: 0 }));
  }

  get threads(): number {
    return this.#threads.filter(({ thread }) => !thread.hasEnded).length;
  }

  begin(call: Call): void {
    if (this.threads === 0) throw new Error(ALL_ENDED);
    const evenRun = Math.ceil(call.count / (this.threads * RUNS_A_THREAD));
    const runLength = Math.max(SHORTEST_RUN, Math.min(LONGEST_RUN, evenRun));
    const threaded = { call, version: this.#holdVersion(), isHeld: true, runLength, runs: 0 };
    const release = () => {
      this.#releaseIfOver(threaded);
    };
    call.columns.then(release, release);
    this.#waiting.push(threaded);
    void this.#handOut();
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map(({ thread }) => endThread(thread)));
  }

  /** Gives runs to threads, as long as there are runs and idle threads. */
  async #handOut(): Promise<void> {
    // Copying the numbers of runs takes time.
    const pace = new Pace();
    for (;;) {
      const thread = this.#idlestThread();
      const threaded = this.#nextCall();
      if (thread === undefined || threaded === undefined) return;
      void this.#answerRun(thread, threaded);
      await pace.pause();
    }
  }

  #idlestThread(): PoolThread | undefined {
    let idlest: PoolThread | undefined;
    for (const each of this.#threads) {
      if (!each.thread.hasEnded && each.runs < (idlest?.runs ?? AHEAD)) idlest = each;
    }
    return idlest;
  }

  /** The call whose turn it is. */
  #nextCall(): ThreadedCall | undefined {
    for (let threaded = this.#waiting.shift(); threaded !== undefined; threaded = this.#waiting.shift()) {
      if (!threaded.call.hasMore) continue;
      this.#waiting.push(threaded);
      return threaded;
    }
    return undefined;
  }

  async #answerRun(poolThread: PoolThread, threaded: ThreadedCall): Promise<void> {
    const { call, version, runLength } = threaded;
    const run = call.take(runLength);
    poolThread.runs++;
    threaded.runs++;
    try {
      call.put(run, await this.#ask(poolThread.thread, call, version, run));
    } catch (reason) {
      await call.failAtRun(reason);
      // Without threads, nothing would ever answer the calls that wait.
      if (this.threads === 0) for (const { call } of this.#waiting) call.fail(new Error(ALL_ENDED));
    } finally {
      poolThread.runs--;
      threaded.runs--;
      this.#releaseIfOver(threaded);
      void this.#handOut();
    }
  }

  #ask(thread: Thread<WorkerTasks>, call: Call, version: number, run: Run): Promise<Column[]> {
    const numbers = call.numbersOf(run);
    return thread.call('answer', [call.name, version, numbers, call.selection], [numbers]);
  }

  /** Releases the version of a call, once, when the call is settled and no thread works on it. */
  #releaseIfOver(threaded: ThreadedCall): void {
    if (!threaded.isHeld || threaded.runs > 0 || !threaded.call.isSettled) return;
    threaded.isHeld = false;
    this.#releaseVersion(threaded.version);
  }

  /** Holds the current state of the scene. */
  #holdVersion(): number {
    const version = this.#scene[INTERNALS].pinVersion();
    this.#holders.set(version, (this.#holders.get(version) ?? 0) + 1);
    if (this.#holders.size <= MOST_VERSIONS) return version;
    this.#releaseVersion(version);
    throw new Error(
      `calls on ${MOST_VERSIONS} states of the scene are under way, and each state is a copy of the scene: ` +
        'await some of these calls before you change the scene and call again',
    );
  }

  #releaseVersion(version: number): void {
    const others = (this.#holders.get(version) ?? 1) - 1;
    if (others > 0) this.#holders.set(version, others);
    else this.#holders.delete(version);
    this.#scene[INTERNALS].unpinVersion(version);
  }
}
