import {
  BoxGeometry,
  BufferGeometry,
  EdgesGeometry,
  Float32BufferAttribute,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  type Mesh,
  Vector3,
} from 'three';

/** The edges of the cube from -0.5 to 0.5, two ends each. */
const cubeEdges = new EdgesGeometry(new BoxGeometry(1, 1, 1)).getAttribute('position');

/** The boxes of shapes as lines. Each is the bounds of a geometry, placed by the matrices of its shape. */
export class BoxOutlines extends LineSegments<BufferGeometry, LineBasicMaterial> {
  constructor() {
    super(new BufferGeometry(), new LineBasicMaterial());
    // Never culled: to find its bounds after every move would save one draw call at most.
    this.frustumCulled = false;
  }

  show(shapes: readonly Mesh[]): void {
    const ends = shapes.flatMap(edgesOf);
    this.geometry.dispose();
    this.geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(ends, 3));
    this.visible = ends.length > 0;
  }
}

function edgesOf({ geometry, matrixWorld }: Mesh): number[] {
  if (geometry.boundingBox === null) geometry.computeBoundingBox();
  if (geometry.boundingBox === null) return [];
  const center = geometry.boundingBox.getCenter(new Vector3());
  const size = geometry.boundingBox.getSize(new Vector3());
  const toWorld = new Matrix4().makeTranslation(center).scale(size).premultiply(matrixWorld);
  const end = new Vector3();
  return Array.from({ length: cubeEdges.count }, (_, i) =>
    end.fromBufferAttribute(cubeEdges, i).applyMatrix4(toWorld).toArray(),
  ).flat();
}
