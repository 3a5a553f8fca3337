import { ClusterError } from '../protocol/clusterError';
import { isSameFile, type SceneReference } from '../protocol/sceneReference';
import { allowedFile } from './allowedFile';
import { type AnsweringScene, type OpenOptions, openScene } from './openScene';

/** How many scenes stay open. Those that were asked last stay. */
const KEPT = 3;

/** The scenes that a worker has open. Each is read once, and answers what is asked of the same file. */
export class KeptScenes {
  /** In the order in which they were last asked. */
  readonly #scenes: { reference: SceneReference; scene: Promise<AnsweringScene> }[] = [];

  constructor(
    private readonly folders: readonly string[],
    private readonly options: OpenOptions,
  ) {}

  /** @throws ClusterError if the file is not allowed, or not the one that the caller means. */
  get(reference: SceneReference): Promise<AnsweringScene> {
    const isWanted = (kept: SceneReference) => kept.path === reference.path && isSameFile(kept, reference);
    const at = this.#scenes.findIndex((kept) => isWanted(kept.reference));
    const [kept] = at < 0 ? [{ reference, scene: this.#open(reference) }] : this.#scenes.splice(at, 1);
    this.#scenes.push(kept);
    // A file that is not there, or another one, may be there the next time.
    kept.scene.catch(() => {
      this.#drop(kept);
    });
    if (this.#scenes.length > KEPT) this.#drop(this.#scenes[0]);
    return kept.scene;
  }

  async close(): Promise<void> {
    await Promise.all(this.#scenes.splice(0).map(({ scene }) => closed(scene)));
  }

  #drop(kept: { scene: Promise<AnsweringScene> }): void {
    const at = this.#scenes.findIndex((each) => each === kept);
    if (at < 0) return;
    this.#scenes.splice(at, 1);
    void closed(kept.scene);
  }

  async #open(wanted: SceneReference): Promise<AnsweringScene> {
    const scene = await openScene(await allowedFile(wanted.path, this.folders), this.options);
    if (isSameFile(scene.reference, wanted)) return scene;
    await scene.close();
    throw new ClusterError(
      `${JSON.stringify(wanted.path)} is not the file that the caller means: ` +
        `it has ${scene.reference.bytes} bytes, and the caller's ${wanted.bytes}, or another header`,
    );
  }
}

async function closed(scene: Promise<AnsweringScene>): Promise<void> {
  await scene.then((opened) => opened.close()).catch(() => undefined);
}
