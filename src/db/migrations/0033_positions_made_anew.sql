-- A rate that was set once more on a currency's first day had left the days before it as they were: the next report makes all anew.
delete from position_folds;
delete from position_days;
