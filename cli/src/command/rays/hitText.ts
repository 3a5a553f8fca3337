import type { Hit } from 'slabtree';
import type { RayAnswers } from 'slabtree-cli/cluster';
import { boxLabel, type BoxNames, labelField } from '../boxes/boxNames';
import { answerText, escaped, vec3Text } from '../text/showText';

/** Returns the text of a hit in two columns, names and values, with one value per line. */
export function hitText(hit: Hit, names: BoxNames): string {
  const { id, t, distance, point, normal, triangle, u, v, front } = hit;
  const name = boxLabel(names, id);
  const box = name === undefined ? { id } : { id, name };
  const met = triangle < 0 ? {} : { triangle, u, v, front: String(front) };
  return answerText({ ...box, t, distance, point: vec3Text(point), normal: vec3Text(normal), ...met });
}

/** The optional columns of a table of hits: names and triangles. */
export interface HitColumns {
  hasNames: boolean;
  hasTriangles: boolean;
}

/** Yields hits as the lines of a CSV, after a line with the names of the columns. */
export function* hitTable(hits: Hit[], names: BoxNames, { hasNames, hasTriangles }: HitColumns): Generator<string> {
  const columns = 't,distance,pointX,pointY,pointZ,normalX,normalY,normalZ';
  yield `id,${hasNames ? 'name,' : ''}${columns}${hasTriangles ? ',triangle,u,v,front' : ''}\n`;
  for (const { id, t, distance, point, normal, triangle, u, v, front } of hits) {
    const name = hasNames ? `${labelField(names, id)},` : '';
    const met = hasTriangles ? `,${triangle},${u},${v},${front}` : '';
    yield `${id},${name}${t},${distance},${vec3Text(point)},${vec3Text(normal)}${met}\n`;
  }
}

/** Returns a hit, a list of hits, or null as a line of JSON that is safe to print on a terminal. */
export function hitJson(answer: Hit | Hit[] | null, names: BoxNames): string {
  const value = Array.isArray(answer) ? answer.map((hit) => named(hit, names)) : answer && named(answer, names);
  return `${escaped(JSON.stringify(value))}\n`;
}

/** Returns the members of a hit, and the name and the instance number of its box. JSON leaves out members that are undefined. */
function named({ id, ...rest }: Hit, names: BoxNames): object {
  return { id, name: names.nameOf(id), instance: names.instanceOf(id), ...rest };
}

/**
 * Returns a line of text with the answer to each ray: `id,t` or `id,name,t,triangle,u,v`.
 *
 * @param names the names of the boxes. Null for lines without names.
 */
export function answerLines(
  { ids, ts, triangles, us, vs }: RayAnswers,
  names: BoxNames | null,
  hasHeader: boolean,
): string {
  const hasTriangles = triangles !== undefined && us !== undefined && vs !== undefined;
  let text = hasHeader ? answerHeader(names !== null, hasTriangles) : '';
  for (let i = 0; i < ids.length; i++) {
    const name = names === null ? '' : `${labelField(names, ids[i])},`;
    const triangle = hasTriangles ? `,${triangles[i]},${us[i]},${vs[i]}` : '';
    text += `${ids[i]},${name}${ts[i]}${triangle}\n`;
  }
  return text;
}

/** Returns a line with the names of the columns, to be printed before {@link answerLines}. */
export function answerHeader(hasNames: boolean, hasTriangles: boolean): string {
  return `id,${hasNames ? 'name,' : ''}t${hasTriangles ? ',triangle,u,v' : ''}\n`;
}
