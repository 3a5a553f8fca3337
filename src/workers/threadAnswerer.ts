import type { BoxScene } from 'slabtree';
import type { Column } from '../scene/threads/batchQueries';
import { Pace } from '../scene/threads/pace';
import type { WorkerTasks } from '../scene/threads/workerTasks';
import type { Thread } from '../threads/thread';
import type { Answerer } from './answerer';
import type { Call, Run } from './call';
import { endThread } from './endThread';

/** Rays or points that a thread is given at once at most: as many as the kernel casts in an order of its own. */
const LONGEST_RUN = 65_536;
/** ...and at least, but for the last run: fewer are answered sooner than sent. */
const SHORTEST_RUN = 256;
/** Runs that a call has for each thread: so many that they are shared out evenly, though some take longer than others. */
const RUNS_A_THREAD = 4;
/** Runs that a thread has at most: one more than it is at, so that it need not wait for the next. */
const AHEAD = 2;

/** States of the scene that calls may be answered from at once: each is a copy of it. */
const MOST_VERSIONS = 16;

const ALL_ENDED = 'all threads of the pool have ended: create a new one';

/** A thread of a pool, and how many runs it has. */
interface PoolThread {
  readonly thread: Thread<WorkerTasks>;
  runs: number;
}

/** A call that threads answer, which is under way. */
interface ThreadedCall {
  readonly call: Call;
  /** The version of the scene that answers it, which is held until no thread reads it any more. */
  readonly version: number;
  isHeld: boolean;
  readonly runLength: number;
  /** How many threads have been given and not answered. */
  runs: number;
}

/** Answers calls in threads that are attached to a scene: each is cut into runs, which any thread may answer. */
export class ThreadAnswerer implements Answerer {
  readonly #scene: BoxScene;
  readonly #threads: PoolThread[];
  /** Calls that have runs left to hand out; they take turns. */
  readonly #waiting: ThreadedCall[] = [];
  /** Versions of the scene that calls hold, and how many do. */
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

  /** Gives runs to threads, as long as there are both. */
  async #handOut(): Promise<void> {
    // Runs are copied, which takes a while.
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
      // Or else nobody would answer what waits.
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

  /** Lets the version of a call go, once: when it has been settled and no thread is at it. */
  #releaseIfOver(threaded: ThreadedCall): void {
    if (!threaded.isHeld || threaded.runs > 0 || !threaded.call.isSettled) return;
    threaded.isHeld = false;
    this.#letGo(threaded.version);
  }

  /** Holds the state that the scene is in. */
  #holdVersion(): number {
    const version = this.#scene.pinVersion();
    this.#holders.set(version, (this.#holders.get(version) ?? 0) + 1);
    if (this.#holders.size <= MOST_VERSIONS) return version;
    this.#letGo(version);
    throw new Error(
      `calls are under way of ${MOST_VERSIONS} states of the scene, each of which is a copy of it: ` +
        'await some of them before the scene is changed again and asked',
    );
  }

  #letGo(version: number): void {
    const others = (this.#holders.get(version) ?? 1) - 1;
    if (others > 0) this.#holders.set(version, others);
    else this.#holders.delete(version);
    this.#scene.unpinVersion(version);
  }
}
