import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupedNames } from '../docs/.vitepress/reference/groups';
import { type EntryName, entryNames, sourceOf } from '../entries';
import { exampleOf } from './support/docExamples';
import { type Parameter, type PublicDoc, publicDocs } from './support/publicDocs';

const root = resolve(import.meta.dirname, '..');

const docs = new Map<EntryName, PublicDoc[]>();
for (const entryPoint of entryNames) docs.set(entryPoint, publicDocs(join(root, sourceOf(entryPoint))));

/** The names of all entry points that have an example. */
const shown = new Set([...docs.values()].flat().flatMap((doc) => (exampleOf(doc) === null ? [] : [doc.name])));

/** Whether users call it on their own. The sets that queries return, and what users implement, have one example for all methods. */
function isCalled({ kind, owner }: PublicDoc): boolean {
  return kind === 'function' || kind === 'constructor' || (kind === 'method' && owner?.kind === 'class');
}

/** A verb in the third person, with which the docstring of a function begins: `Returns`, `Adds`. */
const VERB = /^(?!This\b|Its\b|Always\b)[A-Z][a-z]*s\b/;

/** The types that have a unit or a shape, and default values of such types. */
const NUMBERS = /\bnumber\b|Array\b|Matrix4\b|^(?:\d|Infinity$|[A-Z_]+$)/;

/** Parameters that have neither: the numbers of boxes, instances and triangles. */
const NUMBERED = new Set(['id', 'idA', 'idB', 'firstId', 'instanceId', 'triangle']);

/** Words for units and shapes. */
const UNITS =
  /\b(?:units?|pixels|bytes|bits|milliseconds|radians|degrees|numbers|vertices per|planes|column-major)\b|\d or more|from \d/;

/** Returns the parameters of a function that are numbers or arrays, and have no unit and no shape in the docstring. */
function withoutUnits({ parameters, tags }: PublicDoc): Parameter[] {
  return parameters
    .filter(({ name, type }) => NUMBERS.test(type) && !type.includes('=>') && !NUMBERED.has(name))
    .filter(({ name }) => !tags.some(({ parameter, text }) => parameter === name && UNITS.test(text)));
}

/** Whether a docstring says what is thrown, or what rejects a promise. */
function saysErrors({ description, tags }: PublicDoc): boolean {
  return [description, ...tags.map(({ tag, text }) => `@${tag} ${text}`)].some((text) =>
    /@throws|\brejects?\b/.test(text),
  );
}

/**
 * Whether a function throws and its docstring does not say so. Every function throws for wrong arguments. The docstring of a class
 * may say that for all its methods. It cannot say what a method throws by a `throw` of its own.
 */
function throwsInSilence(doc: PublicDoc): boolean {
  if (saysErrors(doc)) return false;
  const throwsForArguments = isCalled(doc) && doc.parameters.length > 0;
  return doc.throws || (throwsForArguments && !(doc.owner !== null && saysErrors(doc.owner)));
}

/** Whether a docstring has an example, or a link to a name whose example shows it. */
function isShown(doc: PublicDoc): boolean {
  const links = [...doc.description.matchAll(/\{@link ([\w.]+)\}/g)].map(([, name]) => name);
  return exampleOf(doc) !== null || links.some((name) => shown.has(name));
}

/** Whether the docstring of a type names a field, as `code`. So `x`, `y` and `z` need no docstrings of their own. */
function isNamedByOwner({ name, owner }: PublicDoc): boolean {
  const word = name.slice(name.indexOf('.') + 1);
  const code = owner?.description.match(/`[^`\n]+`/g)?.join(' ') ?? '';
  return new RegExp(`\\b${word}\\b`).test(code);
}

/** Whether the example of a function calls it, or that of a property reads it. */
function isInExample(doc: PublicDoc): boolean {
  const word = doc.name.replace(/^new /, '').slice(doc.name.indexOf('.') + 1);
  return new RegExp(`\\b${word}\\b`).test(exampleOf(doc) ?? word);
}

/** Returns the tags that are empty, or about a parameter that the function has not. A field may be a function: its type has those. */
function wrongTags({ kind, parameters, tags }: PublicDoc): string[] {
  const isParameter = (of: string) => kind === 'field' || parameters.some(({ name }) => name === of.split('.')[0]);
  return tags
    .filter(({ tag }) => tag !== 'internal')
    .filter(({ tag, parameter, text }) => text === '' || (tag === 'param' && !isParameter(parameter)))
    .map(({ tag, parameter }) => `@${tag} ${parameter}`);
}

/** Fails with a line for each docstring that has a fault. The line says what to do. */
function expectNone(faulty: readonly PublicDoc[], fault: string): void {
  expect(faulty.map(({ name }) => `${name} ${fault}`).join('\n')).toBe('');
}

describe.each([...docs])('docstrings of %s', (entryPoint, all) => {
  it('every public name has a docstring', () => {
    const missing = all.filter((doc) => doc.description === '' && !isNamedByOwner(doc));
    expectNone(missing, 'has no docstring: say what it is, or what it returns or does');
  });

  it('every docstring of a function begins with a verb', () => {
    const others = all.filter((doc) => (isCalled(doc) || doc.kind === 'method') && !VERB.test(doc.description));
    expectNone(others, 'must have a docstring that begins with what it returns or does: Returns, Adds, Makes …');
  });

  it('every number and array that a function takes has a unit or a shape', () => {
    const faults = all.filter(isCalled).flatMap((doc) => withoutUnits(doc).map((of) => `${doc.name}: ${of.name}`));
    expect(faults.join('\n'), 'add @param, with the unit or the shape: world units, 6 numbers per box …').toBe('');
  });

  it('every function that throws says so', () => {
    expectNone(all.filter(throwsInSilence), 'throws, for wrong arguments or by itself: say when, with @throws');
  });

  it('every class and every function has an example', () => {
    const missing = all.filter((doc) => doc.kind === 'class' || (isCalled(doc) && doc.kind !== 'constructor'));
    expectNone(
      missing.filter((doc) => exampleOf(doc) === null),
      'has no example: add @example',
    );
  });

  it('every example of a function has a call of the function', () => {
    const others = all
      .filter((doc) => doc.owner !== null || doc.kind === 'function')
      .filter((doc) => !isInExample(doc));
    expectNone(others, 'is not in its own example');
  });

  it('every tag has a text, and every @param is a parameter', () => {
    expect(all.flatMap((doc) => wrongTags(doc).map((tag) => `${doc.name}: ${tag}`))).toEqual([]);
  });

  it('every type has an example or a link to one', () => {
    const missing = all.filter((doc) => doc.kind === 'type' && !isShown(doc));
    expectNone(missing, 'has no @example, and no {@link} to a function or class that has one');
  });

  it('every public name is in one group', () => {
    const grouped = groupedNames(entryPoint).map(({ name }) => name);
    expect(grouped.filter((name, i) => grouped.indexOf(name) !== i)).toEqual([]);
    expect(grouped.filter((name) => !all.some((doc) => doc.name === name))).toEqual([]);
    const isGrouped = ({ name }: PublicDoc) => grouped.includes(name);
    const apart = new Set(all.filter(isGrouped).map(({ owner }) => owner));
    const missing = all.filter((doc) => !isGrouped(doc) && apart.has(doc.owner));
    expectNone(missing, 'is in no group: add it to docs/.vitepress/reference/groups.ts');
  });
});
