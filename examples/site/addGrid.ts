import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments } from 'three';
import type { Stage } from './stage';
import { themeColor } from './themeColor';

/** Adds a grid on the ground (y = 0) with a line every unit. It shows the depth of the picture. */
export function addGrid(stage: Stage, reach: number): void {
  const ends: number[] = [];
  for (let at = -reach; at <= reach; at++) ends.push(at, 0, -reach, at, 0, reach, -reach, 0, at, reach, 0, at);
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(ends, 3));
  const material = new LineBasicMaterial();
  stage.onTheme(() => {
    material.color = themeColor('grid');
  });
  stage.scene.add(new LineSegments(geometry, material));
}
