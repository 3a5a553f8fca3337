import type { RootStore } from '@react-three/fiber';
import { type IndexedRaycaster, IndexRaycaster, type SceneIndex } from 'slabtree/three';
import type { BufferGeometry, Object3D, Raycaster } from 'three';
import { aim, isOfStore, isPortal, objectsWithHandlers, type PageEvent } from './fiberEvents';
import { FrameIndex } from './frameIndex';
import { replaceMoveHandler } from './replaceMoveHandler';

/**
 * An index is installed if a Raycaster would visit at least PAYS_FROM objects for a move of the pointer, and removed if it would visit
 * fewer than PAYS_TO. With 500 objects, both ways take equally long. With 5,000, an index is 3 times as fast.
 */
const PAYS_FROM = 1000;
const PAYS_TO = 500;

/** How many triangles take a Raycaster as long as one object. */
const TRIANGLES_OF_OBJECT = 20;

/** How many objects of a scene an index checks after a frame in the time in which a Raycaster visits one. */
const CHECKED_PER_VISIT = 2;

/** How many frames pass until the work is measured again, if no handlers have come or gone. */
const FRAMES = 120;

interface Drawn {
  readonly geometry?: BufferGeometry;
}

/**
 * Installs an index on a raycaster of react-three-fiber, and replaces the handler of moves, while the component IndexedEvents is
 * mounted. Steps aside, and puts both back, as long as react-three-fiber alone is faster.
 */
export class EventIndex {
  readonly #store: RootStore;
  readonly #scene: Object3D;
  readonly #raycaster: Raycaster;
  /** The index that the application gives, which is always used. Null if this class decides. */
  readonly #given: SceneIndex | null;
  readonly #moves: boolean;
  #frame: FrameIndex | null = null;
  /** The index that is installed on the raycaster, and the raycaster with it. Null while this class steps aside. */
  #index: SceneIndex | null = null;
  #rays: IndexedRaycaster | null = null;
  /** Functions that restore the raycaster and the handlers, in the order in which to call them. */
  #undo: (() => void)[] = [];
  /** The objects with handlers that the index does not have: in portals, or not below its root. Null if they may have changed. */
  #others: Object3D[] | null = null;
  /** How many frames ago the work was measured. */
  #frames = FRAMES;
  /** A copy of the list of objects with handlers: react-three-fiber changes its list in place. */
  #objects: readonly Object3D[] = [];
  /** The index of each object in this list. */
  #places = new Map<Object3D, number>();

  constructor(store: RootStore, scene: Object3D, raycaster: Raycaster, given: SceneIndex | null, moves: boolean) {
    this.#store = store;
    this.#scene = scene;
    this.#raycaster = raycaster;
    this.#given = given;
    this.#moves = moves;
    this.#follow();
  }

  /** Called in each frame. */
  noteFrame(): void {
    // Components may have put objects elsewhere in the graph.
    this.#others = null;
    this.#follow();
    this.#frame?.noteFrame(this);
  }

  /** Restores the raycaster and the handlers. */
  end(): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#rays = null;
    this.#index = null;
    this.#frame = null;
  }

  /** Begins to use the index, or steps aside, whichever is faster now. */
  #follow(): void {
    // A component that was mounted later has taken its own index out of the raycaster again.
    const isTakenOut = this.#rays !== null && !('hitObjects' in this.#rays);
    if (isTakenOut) this.end();
    if (!this.#haveObjectsChanged() && !isTakenOut && ++this.#frames < FRAMES) return;
    this.#frames = 0;
    const isUsed = this.#rays !== null;
    const pays = this.#given !== null || doesPay(this.#objects, this.#scene, isUsed ? PAYS_TO : PAYS_FROM);
    if (pays && !isUsed) this.#begin();
    else if (!pays && isUsed) this.end();
  }

  /** Reads the objects with handlers. Returns whether they have changed since they were last read. */
  #haveObjectsChanged(): boolean {
    const objects = objectsWithHandlers(this.#store);
    const known = this.#objects;
    if (objects.length === known.length && objects.every((object, i) => object === known[i])) return false;
    this.#objects = [...objects];
    this.#places = new Map(objects.map((object, place) => [object, place]));
    this.#others = null;
    this.#limit();
    return true;
  }

  /** The raycaster with the index. Null if a component that was mounted later has installed another, or taken it out again. */
  get #installed(): IndexedRaycaster | null {
    return this.#rays?.index === this.#index ? this.#rays : null;
  }

  #begin(): void {
    this.#index = this.#given ?? this.#useShared();
    const { raycaster, uninstall } = IndexRaycaster.install(this.#raycaster, this.#index);
    this.#rays = raycaster;
    this.#limit();
    this.#undo.push(uninstall);
    // The events of a portal are handled by the root around it.
    if (this.#moves && !isPortal(this.#store)) {
      this.#undo.push(replaceMoveHandler(this.#store, (event) => this.#objectsUnder(event)));
    }
  }

  /** Lets the index be searched for objects with handlers only: react-three-fiber calls no raycast of others. */
  #limit(): void {
    if (this.#installed !== null) this.#installed.within = new Set(this.#objects);
  }

  /** Returns the index that the components of the scene share. */
  #useShared(): SceneIndex {
    this.#frame = FrameIndex.of(this.#scene);
    this.#undo.push(this.#frame.use());
    return this.#frame.index;
  }

  /** Returns the objects with handlers that the ray of a move may hit, in the order of react-three-fiber. */
  #objectsUnder(event: PageEvent): Object3D[] | null {
    const rays = this.#installed;
    if (rays === null) return null;
    // The next frame measures the work.
    if (this.#haveObjectsChanged()) this.#frames = FRAMES;
    this.#others ??= this.#findOthers(rays.index.root);
    aim(this.#store, event);
    const places = new Set<number>();
    for (const object of [...rays.hitObjects(), ...this.#others]) {
      const place = this.#places.get(object);
      if (place !== undefined) places.add(place);
    }
    return [...places].sort((a, b) => a - b).map((place) => this.#objects[place]);
  }

  #findOthers(root: Object3D): Object3D[] {
    return this.#objects.filter((object) => !isOfStore(object, this.#store) || !isBelow(object, root));
  }
}

/** Whether a Raycaster visits so many objects below objects with handlers that an index of their scene is faster. */
function doesPay(objects: readonly Object3D[], scene: Object3D, from: number): boolean {
  let work = 0;
  const add = (object: Object3D): void => {
    work += 1 + trianglesOf(object) / TRIANGLES_OF_OBJECT;
  };
  for (const object of objects) object.traverse(add);
  if (work < from) return false;
  let count = 0;
  scene.traverseVisible(() => count++);
  return CHECKED_PER_VISIT * work >= count;
}

function trianglesOf(object: Object3D): number {
  const { geometry } = object as Drawn;
  const { index, attributes } = geometry ?? {};
  // A Raycaster tests the triangles of a mesh only if the ray hits its bounding sphere, and most meshes are missed. A hit on a small
  // mesh takes about as long as a miss. A hit on one large mesh takes longer than all other meshes together.
  const triangles = ((index ?? attributes?.position)?.count ?? 0) / 3;
  return triangles > 1000 ? triangles : 0;
}

function isBelow(object: Object3D, root: Object3D): boolean {
  let at: Object3D | null = object;
  while (at !== null && at !== root) at = at.parent;
  return at !== null;
}
