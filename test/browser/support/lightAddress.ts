/** Makes a page light enough for a browser that draws on the CPU. There each instance takes as long as a mesh. */
const parameters: Partial<Record<string, string>> = {
  'million-boxes': '?boxes=1000',
  'million-triangles': '?triangles=1000&copies=50',
  skeleton: '?triangles=1000',
  character: '?triangles=1000',
  'react-three-fiber': '?objects=200',
  babylon: '?meshes=300',
  'tiled-city': '?reach=300',
};

/** Returns the address of an example in the folder of the examples, with a scene that is small enough to test. */
export function lightAddress(name: string): string {
  return `${name}/${parameters[name] ?? ''}`;
}
