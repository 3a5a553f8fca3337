import { Color, type Material, type Mesh, MeshLambertMaterial } from 'three';

/** Quiet colors, easy to tell apart in light and dark. */
const colors = [0x4f7cac, 0x5f9c98, 0x8572b3, 0x8d98a9, 0x6fa56a, 0xb3809a];

/** Added to the color of selected shapes. */
const MARK = new Color(0xffa51f);

const plain = colors.map((color) => new MeshLambertMaterial({ color }));
const marked = plain.map(({ color }) => {
  const mixed = color.clone().lerp(MARK, 0.85);
  return new MeshLambertMaterial({ color: mixed, emissive: MARK, emissiveIntensity: 0.25 });
});

/** The materials that shapes share. */
export const palette: readonly Material[] = plain;

/** Marks a shape as selected or not. */
export function mark(shape: Mesh, isSelected: boolean): void {
  const [from, to] = isSelected ? [plain, marked] : [marked, plain];
  const at = from.findIndex((material) => material === shape.material);
  if (at >= 0) shape.material = to[at];
}
