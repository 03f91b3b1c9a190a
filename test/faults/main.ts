import { killCrawls } from './crawl-kills.ts';
import { killWrites } from './write-kills.ts';

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

const written = await killWrites({ writes: 200, slowMs: 400, speed: 60 });
const hasty = await killWrites({
  ...{ writes: 1, at: ['after-send'], slowMs: 0, speed: 8 },
  ...{ worksUntil: 'verdict', probesAtOnce: true },
});
process.stdout.write(
  `writes: ${JSON.stringify(written)}\ncontrol, looking too early: ${JSON.stringify(hasty.wrong)}\n`,
);
if (written.wrong.length > 0 || Object.values(written.kills).some((times) => times !== 50)) {
  process.stderr.write('writes did not end as promised\n');
  process.exit(1);
}
if (hasty.wrong.length === 0) {
  process.stderr.write('the control did not fail, so that the test above says nothing\n');
  process.exit(1);
}
