"""How often calculators and program agree, subject by subject."""


class Tally:
    def __init__(self, system):
        self.system, self.good, self.bad = system, {}, {}

    def check(self, subject, where, mine, theirs):
        if mine == theirs:
            self.good[subject] = self.good.get(subject, 0) + 1
            return
        self.bad[subject] = self.bad.get(subject, 0) + 1
        if self.bad[subject] <= 5:
            if isinstance(mine, list) and isinstance(theirs, list):
                mine, theirs = ([x for x in mine if x not in theirs],
                                [x for x in theirs if x not in mine])
            print(f"{subject}: {where}: the rules give {mine}, the program "
                  f"{theirs}")

    def close(self):
        for subject in sorted(set(self.good) | set(self.bad)):
            print(f"{self.system} {subject}: {self.good.get(subject, 0)} "
                  f"agree, {self.bad.get(subject, 0)} differ")
        return 1 if self.bad or not self.good else 0
