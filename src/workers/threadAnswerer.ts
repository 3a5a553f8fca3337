import type { BoxScene } from 'slabtree';
import type { Column } from '../scene/batchQueries';
import { Pace } from '../scene/pace';
import type { WorkerTasks } from '../scene/worker';
import type { Thread } from '../threads/thread';
import type { Answerer } from './answerer';
import type { Batch, Run } from './batch';
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

/** A call that is under way. */
interface Call {
  readonly batch: Batch;
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
  readonly #waiting: Call[] = [];
  /** Versions of the scene that calls hold, and how many do. */
  readonly #holders = new Map<number, number>();

  constructor(scene: BoxScene, threads: readonly Thread<WorkerTasks>[]) {
    this.#scene = scene;
    this.#threads = threads.map((thread) => ({ thread, runs: 0 }));
  }

  get threads(): number {
    return this.#threads.filter(({ thread }) => !thread.hasEnded).length;
  }

  begin(batch: Batch): void {
    if (this.threads === 0) throw new Error(ALL_ENDED);
    const evenRun = Math.ceil(batch.count / (this.threads * RUNS_A_THREAD));
    const runLength = Math.max(SHORTEST_RUN, Math.min(LONGEST_RUN, evenRun));
    const call = { batch, version: this.#holdVersion(), isHeld: true, runLength, runs: 0 };
    const release = () => {
      this.#releaseIfOver(call);
    };
    batch.columns.then(release, release);
    this.#waiting.push(call);
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
      const call = this.#nextCall();
      if (thread === undefined || call === undefined) return;
      void this.#answerRun(thread, call);
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
  #nextCall(): Call | undefined {
    for (let call = this.#waiting.shift(); call !== undefined; call = this.#waiting.shift()) {
      if (!call.batch.hasMore) continue;
      this.#waiting.push(call);
      return call;
    }
    return undefined;
  }

  async #answerRun(poolThread: PoolThread, call: Call): Promise<void> {
    const { batch, version, runLength } = call;
    const run = batch.take(runLength);
    poolThread.runs++;
    call.runs++;
    try {
      batch.put(run, await this.#ask(poolThread.thread, batch, version, run));
    } catch (reason) {
      await batch.failAtRun(reason);
      // Or else nobody would answer what waits.
      if (this.threads === 0) for (const { batch } of this.#waiting) batch.fail(new Error(ALL_ENDED));
    } finally {
      poolThread.runs--;
      call.runs--;
      this.#releaseIfOver(call);
      void this.#handOut();
    }
  }

  #ask(thread: Thread<WorkerTasks>, batch: Batch, version: number, run: Run): Promise<Column[]> {
    const numbers = batch.numbersOf(run).slice();
    return thread.call('answer', [batch.name, version, numbers, batch.selection], [numbers]);
  }

  /** Lets the version of a call go, once: when it has been settled and no thread is at it. */
  #releaseIfOver(call: Call): void {
    if (!call.isHeld || call.runs > 0 || !call.batch.isSettled) return;
    call.isHeld = false;
    this.#letGo(call.version);
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
