// What Vite reads for a page beside code.
declare module '*.graphql?raw' {
  const text: string;
  export default text;
}
declare module '*.css';
