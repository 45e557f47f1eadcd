// Files other than code that Vite imports for a page.
declare module '*.graphql?raw' {
  const text: string;
  export default text;
}
declare module '*.css';
