import graphql from '@graphql-eslint/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Sizes, import order, cycles, doors and names are the architecture test's: test/architecture.test.ts.
const code = [
  'src/**/*.{ts,tsx}',
  'test/**/*.{ts,tsx}',
  'bench/**/*.ts',
  'deploy/**/*.ts',
  'examples/**/*.{ts,tsx}',
  '*.config.ts',
];

const codeRules = {
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  // Numbers and booleans print as a person expects; objects, arrays and null do not.
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  // `() => call()` is this code's short form, whether or not the call returns something.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-meaningless-void-operator': 'off',
  // `||` is the rule for text here: an empty string counts as unset.
  '@typescript-eslint/prefer-nullish-coalescing': 'off',
  '@typescript-eslint/no-unused-vars': [
    'error',
    { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
  ],
  // Every factory here returns closures over its state, never methods that need `this`.
  '@typescript-eslint/unbound-method': 'off',
  // A third of the lint's time, for enums and structural class fields that this code does not have.
  '@typescript-eslint/no-unsafe-enum-assignment': 'off',
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
  eqeqeq: 'error',
  'no-console': 'error',
  'no-restricted-syntax': ['error', { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' }],
};

const schemaRules = {
  '@graphql-eslint/require-description': [
    'error',
    {
      types: true,
      rootField: true,
      FieldDefinition: true,
      InputValueDefinition: true,
      EnumValueDefinition: true,
      DirectiveDefinition: true,
    },
  ],
  '@graphql-eslint/description-style': ['error', { style: 'inline' }],
  '@graphql-eslint/naming-convention': [
    'error',
    {
      types: 'PascalCase',
      FieldDefinition: 'camelCase',
      InputValueDefinition: 'camelCase',
      Argument: 'camelCase',
      DirectiveDefinition: 'camelCase',
      EnumValueDefinition: 'UPPER_CASE',
    },
  ],
  '@graphql-eslint/no-hashtag-description': 'error',
  '@graphql-eslint/no-unreachable-types': 'error',
  '@graphql-eslint/no-typename-prefix': 'error',
  '@graphql-eslint/require-deprecation-reason': 'error',
  // Values such as a span, a claim or a signal have no identity of their own.
  '@graphql-eslint/strict-id-in-types': 'off',
};

export default defineConfig(
  globalIgnores(['dist/', 'coverage/', 'src/graphql/generated/', 'src/console/generated/', '**/*.d.ts']),
  {
    files: code,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: codeRules,
  },
  { files: ['src/cli/**', 'src/main.ts'], rules: { 'no-console': 'off' } },
  {
    // A stand-in is often async without waiting, and a matcher such as expect.any(String) is typed any; what is missing fails the test anyhow.
    files: ['test/**/*.{ts,tsx}', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['schema/*.graphql'],
    plugins: { '@graphql-eslint': graphql },
    languageOptions: { parser: graphql.parser },
    extends: [graphql.configs['flat/schema-recommended']],
    rules: schemaRules,
  },
);
