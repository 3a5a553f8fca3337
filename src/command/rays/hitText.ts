import type { Hit } from 'slabtree';
import { type BoxNames, boxLabel, labelField } from '../boxes/boxLabel';
import { answerText, vec3Text } from '../text/answerText';
import { escaped } from '../text/showText';

/** A hit in two columns, one value per line. */
export function hitText(hit: Hit, names: BoxNames): string {
  const { id, t, distance, point, normal, triangle, u, v, front } = hit;
  const name = boxLabel(names, id);
  const box = name === undefined ? { id } : { id, name };
  const met = triangle < 0 ? {} : { triangle, u, v, front: String(front) };
  return answerText({ ...box, t, distance, point: vec3Text(point), normal: vec3Text(normal), ...met });
}

/** Which columns a table of hits has beside the usual ones. */
export interface HitColumns {
  hasNames: boolean;
  hasTriangles: boolean;
}

/** Hits as the lines of a CSV. */
export function* hitTable(hits: Hit[], names: BoxNames, { hasNames, hasTriangles }: HitColumns): Generator<string> {
  const columns = 't,distance,pointX,pointY,pointZ,normalX,normalY,normalZ';
  yield `id,${hasNames ? 'name,' : ''}${columns}${hasTriangles ? ',triangle,u,v,front' : ''}\n`;
  for (const { id, t, distance, point, normal, triangle, u, v, front } of hits) {
    const name = hasNames ? `${labelField(names, id)},` : '';
    const met = hasTriangles ? `,${triangle},${u},${v},${front}` : '';
    yield `${id},${name}${t},${distance},${vec3Text(point)},${vec3Text(normal)}${met}\n`;
  }
}

/** A hit, some hits or null as a line of JSON that is safe to print on a terminal. */
export function hitJson(answer: Hit | Hit[] | null, names: BoxNames): string {
  const value = Array.isArray(answer) ? answer.map((hit) => named(hit, names)) : answer && named(answer, names);
  return `${escaped(JSON.stringify(value))}\n`;
}

/** Adds the name of the box, and the number of the instance. JSON leaves out what is undefined. */
function named({ id, ...rest }: Hit, names: BoxNames): object {
  return { id, name: names.nameOf(id), instance: names.instanceOf(id), ...rest };
}
