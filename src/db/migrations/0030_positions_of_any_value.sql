-- The largest entry valued from the smallest rate of the board to the largest has 31 digits before the point: what a position cost and
-- what its deals realised have room for sums of such values, as the reports that add them have. No row is written anew.

alter table position_days alter column realised type numeric(46, 2), alter column cost type numeric(46, 2);
alter table position_day_users alter column realised type numeric(46, 2);
