import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import FirstScreen from './FirstScreen.vue';
import './style.css';

export default {
  extends: DefaultTheme,
  enhanceApp({ app, router, siteData }) {
    app.component('FirstScreen', FirstScreen);
    if (import.meta.env.SSR) return;
    // The links of a page as it was served are relative to its address, and the menus stay when the address changes.
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) link.setAttribute('href', link.href);
    // Pages that VitePress has not built.
    router.onBeforeRouteChange = (address) => {
      if (!address.startsWith(`${siteData.value.base}examples/`)) return true;
      location.assign(address);
      return false;
    };
  },
} satisfies Theme;
