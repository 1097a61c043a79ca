import { runEndToEnd } from './test-runners.ts'

// Arguments go to Playwright: `npm run e2e -- --grep export`.
const { passed, failed } = await runEndToEnd(process.argv.slice(2))
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0
