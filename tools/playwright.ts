/** The browser's packages stand in tools/node_modules, which only a file of this folder can import. */
export { AxeBuilder } from '@axe-core/playwright';
export { chromium, type Browser, type Page, type Request, type Response } from 'playwright-core';
