import {
  BufferGeometry,
  InstancedMesh,
  type Intersection,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Object3D,
  type Raycaster,
} from 'three';

const material = new MeshBasicMaterial();
const instanceMatrix = new Matrix4();
const hitMesh = new Mesh(new BufferGeometry(), material);

/** An instance of an InstancedMesh as drei's `<Instance>`: placed in float64, and hit at its place in float32. */
export class Float32Instance extends Object3D {
  constructor(
    private readonly all: InstancedMesh,
    private readonly instanceId: number,
  ) {
    super();
  }

  get geometry(): BufferGeometry {
    return this.all.geometry;
  }

  /** Writes the place to the matrices of the InstancedMesh. The world matrices must be up to date. */
  place(): void {
    const { matrixWorld } = this.all;
    this.all.setMatrixAt(this.instanceId, matrixWorld.clone().invert().multiply(this.matrixWorld));
  }

  /** Where rays hit the instance. */
  get hitMatrix(): Matrix4 {
    this.all.getMatrixAt(this.instanceId, instanceMatrix);
    return this.all.matrixWorld.clone().multiply(instanceMatrix);
  }

  override raycast(raycaster: Raycaster, hits: Intersection[]): void {
    const own: Intersection[] = [];
    hitMesh.geometry = this.geometry;
    hitMesh.matrixWorld = this.hitMatrix;
    hitMesh.raycast(raycaster, own);
    for (const hit of own) hits.push({ ...hit, object: this, instanceId: this.instanceId });
  }
}

/** Adds an InstancedMesh that rays do not hit, with instances below it that they do hit, as drei's `<Instances>`. */
export function addInstances(root: Object3D, geometry: BufferGeometry, count: number): Float32Instance[] {
  const all = new InstancedMesh(geometry, material, count);
  all.raycast = () => undefined;
  const instances = Array.from({ length: count }, (_, i) => new Float32Instance(all, i));
  root.add(all.add(...instances));
  return instances;
}

/** Updates the world matrices, and writes the places of all instances to the matrices in float32. */
export function placeInstances(root: Object3D): void {
  root.updateMatrixWorld();
  root.traverse((object) => {
    if (object instanceof Float32Instance) object.place();
  });
}
