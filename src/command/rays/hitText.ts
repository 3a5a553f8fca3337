import type { Hit, SceneNames } from 'slabtree';
import { boxLabel, labelField } from '../boxes/boxLabel';
import { answerText, vec3Text } from '../text/answerText';
import { escaped } from '../text/showText';

/** A hit in two columns, one value per line. */
export function hitText({ id, t, distance, point, normal }: Hit, names: SceneNames): string {
  const name = boxLabel(names, id);
  const box = name === undefined ? { id } : { id, name };
  return answerText({ ...box, t, distance, point: vec3Text(point), normal: vec3Text(normal) });
}

/** Hits as the lines of a CSV. It has a column of names if any box of the scene has a name. */
export function* hitTable(hits: Hit[], names: SceneNames): Generator<string> {
  const hasNames = names.runs.length > 0;
  yield `id,${hasNames ? 'name,' : ''}t,distance,pointX,pointY,pointZ,normalX,normalY,normalZ\n`;
  for (const { id, t, distance, point, normal } of hits) {
    const name = hasNames ? `${labelField(names, id)},` : '';
    yield `${id},${name}${t},${distance},${vec3Text(point)},${vec3Text(normal)}\n`;
  }
}

/** A hit, some hits or null as a line of JSON that is safe to print on a terminal. */
export function hitJson(answer: Hit | Hit[] | null, names: SceneNames): string {
  const value = Array.isArray(answer) ? answer.map((hit) => named(hit, names)) : answer && named(answer, names);
  return `${escaped(JSON.stringify(value))}\n`;
}

/** Adds the name of the box, and the number of the instance. JSON leaves out what is undefined. */
function named({ id, ...rest }: Hit, names: SceneNames): object {
  return { id, name: names.nameOf(id), instance: names.instanceOf(id), ...rest };
}
