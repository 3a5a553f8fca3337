import { projectAddress } from './projectAddress';

/** Run by `npm publish`, which it stops where nobody has said where the project is. */
if (projectAddress() === null) {
  console.error(
    'package.json has no repository, so the README on npm would have links and pictures that lead nowhere.\n' +
      "Set the project's address once, commit it, and publish again:\n\n" +
      '  npm pkg set repository.type=git repository.url=git+https://github.com/OWNER/PROJECT.git\n\n' +
      'npm takes homepage and bugs from it.',
  );
  process.exitCode = 1;
}
