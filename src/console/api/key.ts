const name = 'candor.key';
const listeners = new Set<() => void>();

/** The API key that the person typed in; it lives as long as the tab. */
export const apiKey = {
  read: (): string | null => window.sessionStorage.getItem(name),
  keep(key: string): void {
    window.sessionStorage.setItem(name, key.trim());
    listeners.forEach((tell) => tell());
  },
  forget(): void {
    window.sessionStorage.removeItem(name);
    listeners.forEach((tell) => tell());
  },
  subscribe(tell: () => void): () => void {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
};

export function authorization(): Record<string, string> {
  const key = apiKey.read();
  return key ? { authorization: `Bearer ${key}` } : {};
}
