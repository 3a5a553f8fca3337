import { BlockRefusal } from '../protocol/blockRefusal';
import { isSameFile, referenceToAny, type SceneReference } from '../protocol/sceneReference';
import { allowedFiles } from './allowedFiles';
import { type ClusterLog, NO_LOG } from './clusterLog';
import { type AnsweringScene, type OpenOptions, openAnsweringScene } from './answeringScene';

/** The most scenes that a worker keeps open. Beyond this number, the least recently used scenes are closed. */
const MOST_SCENES = 3;
/** For how many milliseconds a scene that could not be opened is refused without another look at the disk. */
const LOOK_AGAIN = 2000;

interface CachedScene {
  readonly reference: SceneReference;
  readonly scene: Promise<AnsweringScene>;
  /** The scene once it is open. */
  opened: AnsweringScene | null;
  uses: number;
  /** Whether the scene has left the cache, and is closed as soon as no task uses it. */
  isEvicted: boolean;
}

/** The open scenes of a worker. Each scene is read once for all jobs with the same file. */
export class SceneCache {
  /** The cached scenes, sorted by their last use: the least recently used scene is first. */
  readonly #scenes: CachedScene[] = [];
  /** The scenes that could not be opened a moment ago. */
  readonly #missing = new Map<string, BlockRefusal>();

  constructor(
    private readonly folders: readonly string[],
    private readonly options: OpenOptions,
    private readonly log: ClusterLog = NO_LOG,
  ) {}

  /** The number of open scenes. */
  get openCount(): number {
    return this.#open.length;
  }

  /** The paths of the open scenes, as callers name them. */
  get openPaths(): string[] {
    return this.#open.map(({ reference }) => reference.path);
  }

  /** The number of threads that cast rays, summed over the open scenes. */
  get threads(): number {
    return this.#open.reduce((sum, { opened }) => sum + (opened?.threads ?? 0), 0);
  }

  get #open(): CachedScene[] {
    return this.#scenes.filter(({ opened }) => opened !== null);
  }

  /**
   * Runs a task with a scene, which stays open until the task has ended.
   *
   * @throws BlockRefusal if the scene's file is not in an allowed folder, differs from the caller's file, or cannot be read. For some
   *   seconds, the cache does not look again.
   */
  async use<Answer>(
    reference: SceneReference,
    task: (scene: AnsweringScene) => Promise<Answer> | Answer,
  ): Promise<Answer> {
    const missing = this.#missing.get(keyOf(reference));
    if (missing !== undefined) throw missing;
    const cached = this.#cached(reference);
    cached.uses++;
    try {
      return await task(await cached.scene);
    } finally {
      cached.uses--;
      if (cached.isEvicted && cached.uses === 0) await this.#close(cached);
    }
  }

  /** Closes all scenes of the cache. No task may still use a scene. */
  async close(): Promise<void> {
    await Promise.all(this.#scenes.splice(0).map((cached) => this.#close(cached)));
  }

  #cached(reference: SceneReference): CachedScene {
    const at = this.#scenes.findIndex(
      (each) => each.reference.path === reference.path && isSameFile(each.reference, reference),
    );
    const [cached] = at < 0 ? [this.#opening(reference)] : this.#scenes.splice(at, 1);
    this.#scenes.push(cached);
    return cached;
  }

  #opening(reference: SceneReference): CachedScene {
    const scene = this.#read(reference).catch((thrown: unknown) => {
      throw asRefusal(thrown);
    });
    const cached: CachedScene = { reference, scene, opened: null, uses: 0, isEvicted: false };
    scene.then(
      (opened) => {
        cached.opened = opened;
        const { path, bytes } = reference;
        this.log.info({ scene: path, bytes }, 'opened a scene');
        // Only a scene that is open takes the place of another. Otherwise files that are not there would empty the cache.
        if (this.openCount > MOST_SCENES) this.#evict(this.#open[0]);
      },
      (thrown: unknown) => {
        this.#evict(cached);
        this.#remember(reference, asRefusal(thrown));
      },
    );
    return cached;
  }

  #evict(cached: CachedScene): void {
    const at = this.#scenes.indexOf(cached);
    if (at < 0) return;
    this.#scenes.splice(at, 1);
    cached.isEvicted = true;
    if (cached.uses === 0) void this.#close(cached);
  }

  #remember(reference: SceneReference, refusal: BlockRefusal): void {
    const key = keyOf(reference);
    this.#missing.set(key, refusal);
    const forget = () => this.#missing.delete(key);
    setTimeout(forget, LOOK_AGAIN).unref();
  }

  async #read(wanted: SceneReference): Promise<AnsweringScene> {
    let found: SceneReference | null = null;
    for (const file of await allowedFiles(wanted.path, this.folders)) {
      found = await referenceToAny(file);
      if (!isSameFile(found, wanted)) continue;
      const scene = await openAnsweringScene(file, this.options);
      // The file may have changed after its reference was compared, so the reference of the opened scene is compared again.
      if (isSameFile(scene.reference, wanted)) return scene;
      found = scene.reference;
      await scene.close();
    }
    throw new BlockRefusal(
      `${JSON.stringify(wanted.path)} is not the file that the caller means: ` +
        `it has ${found?.bytes} bytes, and the caller's ${wanted.bytes}, or another header`,
    );
  }

  async #close({ scene, reference }: CachedScene): Promise<void> {
    const closed = await scene
      .then((opened) => opened.close())
      .then(
        () => true,
        () => false,
      );
    if (closed) this.log.info({ scene: reference.path }, 'closed a scene');
  }
}

/** Returns a refusal for any error, because another worker may be able to open its copy of the file. */
function asRefusal(thrown: unknown): BlockRefusal {
  if (thrown instanceof BlockRefusal) return thrown;
  return new BlockRefusal(thrown instanceof Error ? thrown.message : String(thrown), { cause: thrown });
}

function keyOf({ path, bytes, header }: SceneReference): string {
  return JSON.stringify([path, bytes, header]);
}
