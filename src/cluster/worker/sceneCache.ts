import { ClusterError } from '../protocol/clusterQueue';
import { isSameFile, referenceTo, type SceneReference } from '../protocol/sceneReference';
import { allowedFiles } from './allowedFiles';
import { type AnsweringScene, type OpenOptions, openScene } from './openScene';

/** The most scenes that a worker keeps open. Beyond this number, the least recently used scenes are closed. */
const MOST_SCENES = 3;

interface CachedScene {
  readonly reference: SceneReference;
  readonly scene: Promise<AnsweringScene>;
  uses: number;
  /** Whether the scene has left the cache, and is closed as soon as no task uses it. */
  isEvicted: boolean;
}

/** The open scenes of a worker. Each scene is read once for all jobs with the same file. */
export class SceneCache {
  /** The cached scenes, sorted by their last use: the least recently used scene is first. */
  readonly #scenes: CachedScene[] = [];

  constructor(
    private readonly folders: readonly string[],
    private readonly options: OpenOptions,
  ) {}

  /**
   * Runs a task with a scene, which stays open until the task has ended.
   *
   * @throws ClusterError if the scene's file is not in an allowed folder, or differs from the caller's file.
   */
  async use<Answer>(
    reference: SceneReference,
    task: (scene: AnsweringScene) => Promise<Answer> | Answer,
  ): Promise<Answer> {
    const cached = this.#cached(reference);
    cached.uses++;
    try {
      return await task(await cached.scene);
    } finally {
      cached.uses--;
      if (cached.isEvicted && cached.uses === 0) await closed(cached.scene);
    }
  }

  /** Closes all scenes of the cache. No task may still use a scene. */
  async close(): Promise<void> {
    await Promise.all(this.#scenes.splice(0).map(({ scene }) => closed(scene)));
  }

  #cached(reference: SceneReference): CachedScene {
    const at = this.#scenes.findIndex(
      (each) => each.reference.path === reference.path && isSameFile(each.reference, reference),
    );
    const opened = () => ({ reference, scene: this.#open(reference), uses: 0, isEvicted: false });
    const [cached] = at < 0 ? [opened()] : this.#scenes.splice(at, 1);
    this.#scenes.push(cached);
    // A scene that failed to open is not cached: the right file may be there at the next attempt.
    cached.scene.catch(() => {
      this.#evict(cached);
    });
    if (this.#scenes.length > MOST_SCENES) this.#evict(this.#scenes[0]);
    return cached;
  }

  #evict(cached: CachedScene): void {
    const at = this.#scenes.indexOf(cached);
    if (at < 0) return;
    this.#scenes.splice(at, 1);
    cached.isEvicted = true;
    if (cached.uses === 0) void closed(cached.scene);
  }

  async #open(wanted: SceneReference): Promise<AnsweringScene> {
    let found: SceneReference | null = null;
    for (const file of await allowedFiles(wanted.path, this.folders)) {
      found = await referenceTo(file);
      if (!isSameFile(found, wanted)) continue;
      const scene = await openScene(file, this.options);
      // The file may have changed after its reference was compared, so the reference of the opened scene is compared again.
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
