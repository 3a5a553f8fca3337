/** The texts of the starting points, by their files. */
const texts: Record<string, string> = import.meta.glob('./starts/*.js', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The starting points in the order of the list: their files, and what each shows. */
const titles = {
  'first-pick': 'First pick',
  'hover-instances': 'Hover 10,000 instances',
  'ray-and-box': 'Ray and AABB',
  'ray-and-oriented-box': 'Ray and OBB',
  'split-by-plane': 'Split boxes by a plane',
  'cull-by-camera': 'What a camera sees',
  'nearest-to-pointer': 'Nearest to the pointer',
  'overlap-a-sphere': 'What a sphere overlaps',
  'moving-boxes': 'Moving boxes that collide',
  'sweep-a-ball': 'Drop a ball',
  'walk-a-character': 'Walk a character',
  'many-rays': 'An image of rays',
  'triangle-under-pointer': 'Triangles under the pointer',
  'snap-to-corners': 'Snap to corners and edges',
  'save-and-load': 'Save and load',
} as const;

export type StartName = keyof typeof titles;

export interface Start {
  readonly name: StartName;
  readonly title: string;
  readonly code: string;
}

export const starts: readonly Start[] = (Object.entries(titles) as [StartName, string][]).map(([name, title]) => ({
  name,
  title,
  code: texts[`./starts/${name}.js`],
}));
