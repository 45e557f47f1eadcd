/** Words that count nothing: no unit stands behind a number that one of them follows. */
export const stops: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been but by can could did do does for from had has have if in into is it its may must of on only or our per shall should so such than that the their them then there these they this those to was ' +
    'we were what when where which who will with would you your after before until within each every more less not no also und oder der die das et le la les un une y o el los bis à till per during via plus about over under above below up additional extra further other'
  ).split(' '),
);
