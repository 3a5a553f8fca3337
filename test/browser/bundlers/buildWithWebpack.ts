import webpack, { type Configuration, type Stats } from 'webpack';

/** Builds main.js of a page by webpack without any options of its own; the warnings. */
export async function buildWithWebpack(page: string, out: string, options: Configuration = {}): Promise<string[]> {
  const stats = await new Promise<Stats | undefined>((resolve, reject) => {
    webpack(
      { mode: 'production', context: page, entry: './main.js', output: { path: out }, ...options },
      (error, built) => {
        if (error === null) resolve(built);
        else reject(error);
      },
    );
  });
  const { warnings = [], errors = [] } = stats?.toJson({ all: false, warnings: true, errors: true }) ?? {};
  return [...warnings, ...errors].map(({ message }) => message);
}
