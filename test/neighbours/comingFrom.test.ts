import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Collider, KinematicCharacterController, World } from '@dimforge/rapier3d-simd-compat';
import { BVH } from 'bvh.js';
import { Raycaster } from 'three';
import * as threeMeshBvh from 'three-mesh-bvh';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const namesOf = ({ prototype }: { prototype: object }) =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

/** The names of the members of all classes that a file of types declares, and of an interface of options. */
function membersIn(file: string, options: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node) || (ts.isInterfaceDeclaration(node) && node.name.text === options)) {
      for (const { name } of node.members) if (name !== undefined && ts.isIdentifier(name)) names.push(name.text);
    }
    ts.forEachChild(node, visit);
  };
  const path = join(root, 'node_modules', file);
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022));
  return names;
}

/** Queries, among methods of physics. */
const asks = (name: string) =>
  /^(cast|collidersWith|contact(Pair|Shape|Collider)|contains|intersect|project)/.test(name);

it.each([
  [
    'three-mesh-bvh',
    [
      ...Object.keys(threeMeshBvh),
      ...membersIn('three-mesh-bvh/src/index.d.ts', 'BVHOptions'),
      ...membersIn('three-mesh-bvh/src/workers/index.d.ts', 'BVHOptions'),
    ],
  ],
  ['three-raycaster', [...Object.keys(new Raycaster()), ...namesOf(Raycaster)]],
  ['bvh-js', namesOf(BVH)],
  [
    'rapier',
    [
      ...[...namesOf(World), ...namesOf(Collider)].filter(asks),
      ...namesOf(KinematicCharacterController).filter((name) => /^(set|enable|computed)/.test(name)),
    ],
  ],
])('docs/coming-from/%s.md names all that its readers may look for', (page, names) => {
  const text = readFileSync(join(root, `docs/coming-from/${page}.md`), 'utf8');
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(text))).toEqual([]);
});
