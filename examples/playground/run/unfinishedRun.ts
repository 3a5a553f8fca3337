/** The link of a program that has been started and has not answered yet. It belongs to this tab. */
const KEY = 'slabtree playground: started';

/**
 * Remembers a program until its frame has answered. If it froze the tab, so that someone closed or reloaded it, it does not
 * start by itself again.
 */
export const unfinishedRun = {
  begin(link: string): void {
    sessionStorage.setItem(KEY, link);
  },

  end(): void {
    sessionStorage.removeItem(KEY);
  },

  is(link: string): boolean {
    return sessionStorage.getItem(KEY) === link;
  },
};

// A page that can run this is not frozen.
addEventListener('pagehide', () => {
  unfinishedRun.end();
});
