// Test counts out of the JSON reports of Vitest and Playwright.

/** @typedef {{passed: number, failed: number, skipped: number}} Counts */

/**
 * A file that fails before its first test has no failed test in the report, but counts as one.
 * @param {any} report @param {boolean} succeeded whether the runner itself was content @returns {Counts}
 */
export function countVitest(report, succeeded) {
  const broken = (report?.testResults ?? []).filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  );
  return withVerdict(succeeded, {
    passed: report?.numPassedTests ?? 0,
    failed: (report?.numFailedTests ?? 0) + broken.length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
  });
}

/** @param {any} report @param {boolean} succeeded @returns {Counts} */
export function countPlaywright(report, succeeded) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  return withVerdict(succeeded, { passed: expected + flaky, failed: unexpected, skipped });
}

/** A runner may fail with no failed test: no test found, an error outside tests, a crash. @param {boolean} succeeded @param {Counts} counts @returns {Counts} */
function withVerdict(succeeded, counts) {
  return succeeded || counts.failed > 0 ? counts : { ...counts, failed: 1 };
}
