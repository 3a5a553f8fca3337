import * as slabtree from 'slabtree';
import { expect, test } from 'vitest';
import { askScene, someQuestions } from './support/askScene';
import { openPage } from './support/openPage';
import { servePackage } from './support/servePackage';

const withoutKernel = await servePackage({ 'content-security-policy': "default-src 'none'; script-src 'self'" });
const withKernel = await servePackage({
  'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
});

/** The answers of the package in Node. */
const answers = askScene({ slabtree, questions: someQuestions('js') });

test('if a page forbids WebAssembly, JavaScript gives the same answers', async () => {
  const page = await openPage(`${withoutKernel}module.html`);
  const handle = await page.evaluateHandle<typeof slabtree>('slabtree');
  expect(await page.evaluate(askScene, { slabtree: handle, questions: someQuestions('auto') })).toEqual(answers);
});

test("if a page forbids WebAssembly, backend 'wasm' throws an error that says so", async () => {
  const page = await openPage(`${withoutKernel}module.html`);
  const handle = await page.evaluateHandle<typeof slabtree>('slabtree');
  const refused = page.evaluate(({ BoxScene }) => new BoxScene({ backend: 'wasm' }).backend, handle);
  await expect(refused).rejects.toThrow(/options\.backend 'wasm' is not available here.*: .*Content Security Policy/);
});

test('if a page allows WebAssembly and nothing else, the kernel gives the same answers', async () => {
  const page = await openPage(`${withKernel}module.html`);
  const handle = await page.evaluateHandle<typeof slabtree>('slabtree');
  const questions = someQuestions('auto');
  expect(await page.evaluate(askScene, { slabtree: handle, questions })).toEqual({ ...answers, backend: 'wasm' });
});
