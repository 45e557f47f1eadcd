import graphql from '@graphql-eslint/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';

// The schema's rules; those of the code are in .oxlintrc.json.
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

export default defineConfig(globalIgnores(['dist/', 'coverage/']), {
  files: ['schema/*.graphql'],
  plugins: { '@graphql-eslint': graphql },
  languageOptions: { parser: graphql.parser },
  extends: [graphql.configs['flat/schema-recommended']],
  rules: schemaRules,
});
