import { BoxScene, type Mesh as SolidMesh } from 'slabtree';
import { type BufferGeometry, Group, Mesh, type Object3D } from 'three';

/** What is solid, as a picture and as a scene: every mesh of the picture is an instance of the scene. */
export class Solids {
  readonly picture = new Group();
  readonly scene = new BoxScene();
  readonly #meshes = new Map<BufferGeometry, SolidMesh>();
  readonly #objects: Object3D[] = [];

  /** Adds all meshes of a graph. Each geometry becomes one mesh of the scene, placed by the matrices of its objects. */
  add(graph: Object3D): void {
    this.picture.add(graph);
    graph.updateMatrixWorld();
    graph.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      const id = this.scene.addInstance(this.#meshOf((object as Mesh).geometry), object.matrixWorld);
      this.#objects[id] = object;
    });
  }

  /** Moves what was added, after its objects have moved. */
  move(id: number): void {
    const object = this.#objects[id];
    object.updateMatrixWorld();
    this.scene.setMatrix(id, object.matrixWorld);
  }

  /** The name of what an id stands for. */
  nameOf(id: number): string {
    return this.#objects[id].name;
  }

  idOf(object: Object3D): number {
    return this.#objects.indexOf(object);
  }

  #meshOf(geometry: BufferGeometry): SolidMesh {
    const known = this.#meshes.get(geometry);
    if (known !== undefined) return known;
    const { position } = geometry.attributes;
    const index = geometry.index?.array as Uint16Array | Uint32Array | undefined;
    const mesh = this.scene.addMesh(position.array as Float32Array, index);
    this.#meshes.set(geometry, mesh);
    return mesh;
  }
}
