// What browsers, their workers and Node all have beyond ES2022. The core project is checked without DOM and Node types,
// so that neither slips in; the few names it may use from both are declared here.

interface ImportMeta {
  glob: import('vite/types/importGlob.js').ImportGlobFunction;
}

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}

declare class URL {
  constructor(address: string);
  readonly protocol: string;
  readonly hostname: string;
  pathname: string;
  readonly href: string;
}

declare module '*.sql?raw' {
  const text: string;
  export default text;
}
