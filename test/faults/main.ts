import { killCrawls } from './crawl-kills.ts';

/** The long form of what `npm test` does briefly: `npm run faults`. */
const kills = 20;
const users = 20_000;
for (const seed of [1, 2, 3]) {
  const report = await killCrawls({ kills, users, seed });
  const isSame = JSON.stringify(report.shown) === JSON.stringify(report.there);
  process.stdout.write(
    `seed ${seed}: ${report.kills} kills, ${report.shown.length} shown, ${report.there.length} there\n`,
  );
  if (!isSame) {
    process.stderr.write('the ids differ\n');
    process.exit(1);
  }
}
