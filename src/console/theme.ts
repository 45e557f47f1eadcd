const stored = 'candor.theme';

/** `auto`: as the system. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const chosenTheme = (): Theme => themes.find((theme) => theme === window.localStorage.getItem(stored)) ?? 'auto';

/** Shows the page in the theme that the person chose in this browser; its colours follow `color-scheme`. */
export function applyTheme(): void {
  document.documentElement.dataset['theme'] = chosenTheme();
}

export function changeTheme(theme: Theme): void {
  window.localStorage.setItem(stored, theme);
  applyTheme();
}
