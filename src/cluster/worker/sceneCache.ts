import { ClusterError } from '../protocol/clusterQueue';
import { isSameFile, referenceTo, type SceneReference } from '../protocol/sceneReference';
import { allowedFiles } from './allowedFiles';
import { type AnsweringScene, type OpenOptions, openScene } from './openScene';

/** The most scenes that stay open. The least recently used are closed. */
const MOST_SCENES = 3;

/** A scene that is open or being opened. */
interface CachedScene {
  readonly reference: SceneReference;
  readonly scene: Promise<AnsweringScene>;
  /** The number of tasks that use it. */
  uses: number;
  /** Whether it is to be closed when no task uses it. */
  isDropped: boolean;
}

/** The open scenes of a worker. Each is read once for all jobs with the same file. */
export class SceneCache {
  /** The least recently used first. */
  readonly #scenes: CachedScene[] = [];

  constructor(
    private readonly folders: readonly string[],
    private readonly options: OpenOptions,
  ) {}

  /**
   * Runs a task with a scene, which stays open until the task has ended.
   *
   * @throws ClusterError if the file is not allowed, or differs from the caller's.
   */
  async use<Answer>(
    reference: SceneReference,
    task: (scene: AnsweringScene) => Promise<Answer> | Answer,
  ): Promise<Answer> {
    const kept = this.#kept(reference);
    kept.uses++;
    try {
      return await task(await kept.scene);
    } finally {
      kept.uses--;
      if (kept.isDropped && kept.uses === 0) await closed(kept.scene);
    }
  }

  /** Closes all scenes. No task may use them any more. */
  async close(): Promise<void> {
    await Promise.all(this.#scenes.splice(0).map(({ scene }) => closed(scene)));
  }

  #kept(reference: SceneReference): CachedScene {
    const isWanted = (kept: SceneReference) => kept.path === reference.path && isSameFile(kept, reference);
    const at = this.#scenes.findIndex((kept) => isWanted(kept.reference));
    const opened = () => ({ reference, scene: this.#open(reference), uses: 0, isDropped: false });
    const [kept] = at < 0 ? [opened()] : this.#scenes.splice(at, 1);
    this.#scenes.push(kept);
    // The right file may be there at the next try.
    kept.scene.catch(() => {
      this.#drop(kept);
    });
    if (this.#scenes.length > MOST_SCENES) this.#drop(this.#scenes[0]);
    return kept;
  }

  #drop(kept: CachedScene): void {
    const at = this.#scenes.indexOf(kept);
    if (at < 0) return;
    this.#scenes.splice(at, 1);
    kept.isDropped = true;
    if (kept.uses === 0) void closed(kept.scene);
  }

  async #open(wanted: SceneReference): Promise<AnsweringScene> {
    let found: SceneReference | null = null;
    for (const file of await allowedFiles(wanted.path, this.folders)) {
      found = await referenceTo(file);
      if (!isSameFile(found, wanted)) continue;
      const scene = await openScene(file, this.options);
      // It may have changed meanwhile.
      if (isSameFile(scene.reference, wanted)) return scene;
      found = scene.reference;
      await scene.close();
    }
    throw new ClusterError(
      `${JSON.stringify(wanted.path)} is not the file that the caller means: ` +
        `it has ${found?.bytes} bytes, and the caller's ${wanted.bytes}, or another header`,
    );
  }
}

async function closed(scene: Promise<AnsweringScene>): Promise<void> {
  await scene.then((opened) => opened.close()).catch(() => undefined);
}
