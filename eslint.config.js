import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const ALL = ['src/**/*.{ts,tsx}', 'scripts/**/*.ts', 'test/**/*.{ts,tsx}', '*.config.ts'];

/** Raw IPC exists in one wrapper file a side, which checks senders and payloads for all calls. */
function forbidRawIpc(...importNames) {
  const message = 'Only src/main/window/ipc.ts and src/preload/preload.ts touch raw IPC.';
  return { 'no-restricted-imports': ['error', { paths: [{ name: 'electron', importNames, message }] }] };
}

export default tseslint.config(
  { ignores: ['out/', 'dist/', '.tsbuild/', 'demo-output/', 'test-results/', 'campaign-output/', '**/*.{js,cjs,mjs}'] },
  {
    files: ALL,
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 500],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true, namedFrom: true } }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // A handler may be asynchronous by contract without waiting for anything itself.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'scripts/**/*.ts'],
    rules: {
      'max-lines-per-function': ['error', 100],
      'max-lines': ['error', 420],
      'no-console': 'error',
      ...forbidRawIpc('ipcMain', 'ipcRenderer'),
    },
  },
  { files: ['src/main/window/ipc.ts'], rules: forbidRawIpc('ipcRenderer') },
  { files: ['src/preload/preload.ts'], rules: forbidRawIpc('ipcMain') },
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXOpeningElement[name.name='Button'] > JSXAttribute[name.name='disabled']",
          message: 'A button that does nothing says why: use ReasonButton.',
        },
      ],
    },
  },
  {
    // Tests read JSON of a known shape; what they expect of it is their very assertion.
    files: ['test/**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['*.config.ts'], rules: { 'no-restricted-exports': 'off' } },
);
