import { createBuiltinReader } from './src/models/providers/builtin/builtinReader.ts';
